/** What a character stands for that Unicode does not take apart, after what it is replaced by (after any-ascii, ISC). */
const REPLACEMENTS = `
	' ´Ɂɂʹʻʼʽʾʿˀˁˈˊˋˎˏ˒˓‘’‚‛′‵｀  c ¢ƈȼ  | ¦∣  " ¨˝“”„‟〃〝〞〟  (C) ©  << «≪《  (R) ®  - ¯·ˉˑ˗‐‒–—―‧‾⁀⁃−･  deg °  +- ±  u µ
	, ¸ˌ˛、  o ǿ  >> »≫》  A ȺɅ  E ƎƏƐɆ  I ƖƗ  D ÐĐƉƊƋ  O ƆƟǾ  * ×•‣※⁎⁕⁙∗∙  U ƱɄ  Y ƳȜɎỾ  Th Þ  e ǝɇ℮  i ı  d ðđƌȡẟ₫  / ÷⁄∕
	y ƴȝɏỿ  th þ  C ƇȻ₡₵  G ƓƔǤ₲  g ǥ  H Ħ  h ħʱ  J Ɉ  j ȷɉ  K Ƙ₭  k ƙ  q ĸɋ  L ĿŁȽ₤  l ŀłƚƛȴ  N ƝȠ₦  n ƞȵ  Ng Ŋ  ng ŋ
	Oe Œ  oe œ  R ƦɌ  r ɍʴʵʶ˞  s ȿ  T ŦƬƮȾ₮₸  t ŧƫƭȶ  W ₩Ɯ  Z ƵȤ  z ƍƶȥɀ  b ƀƃ  B ƁƂɃ  F Ƒ₣  f ƒ  Gh Ƣ  gh ƣ  P Ƥ₱  p ƥ
	Sh Ʃ  sh ƪ  V ƲỼ  Zh Ʒ  zh ƺǯ  Ae ǢǼ  ae ǣǽ  Ou Ȣ  ou ȣ  Q Ɋ  '' ʺ  < ˂‹⁌←⇐〈  > ˃›⁍→⇒〉  ^ ˄ˆˇ˘  v ˅ỽ  _ ˍ‗‿⁐⁔
	: ː⁖⁘⁚⁛⁝⁞  + ˔˕˖†⁜  . ˙˚。  ~ ˜⁓∼≈〜  Ss ẞ  || ‖∥  ++ ‡  !? ‽  *** ⁂  [ ⁅「『〔〘〚  ] ⁆」』〕〙〛  & ⁊  ; ⁏  ** ⁑  ( ｟  ) ｠  CE ₠
	Cr ₢  Pts ₧  Rs ₹  NIS ₪  Dr ₯  HRN ₴  TL ₺  Manat ₼  Rb ₽  Lari ₾  BTC ₿  (P) ℗  \\ ∖  sqrt √  inf ∞  <= ≤  >= ≥
	[( 【〖  )] 】〗
	' \`
`;

export const REPLACED_BY: ReadonlyMap<string, string> = new Map(
	REPLACEMENTS.trim()
		.split(/ {2}|\n\t/)
		.map((pair) => pair.split(' ') as [string, string])
		.flatMap(([to, from]) => Array.from(from, (character) => [character, to] as const)),
);
