export type PageWords = typeof ENGLISH;

export const ENGLISH = {
	again: 'Try again',
	answered: 'This question has already been answered.',
	approve: 'Approve',
	asks: '{name} asks',
	decline: 'Decline',
	given: 'Your answer: {answer}',
	late: 'It is too late to answer this question.',
	missing: 'Please enter an answer.',
	notNow: 'Your answer may not have been recorded. Please try again in a moment.',
	question: 'Question',
	recorded: 'Thank you. Your answer was recorded.',
	send: 'Send',
	tooLong: 'Please use at most {max} characters.',
	yourAnswer: 'Your answer',
};

const GERMAN: PageWords = {
	again: 'Noch einmal versuchen',
	answered: 'Diese Frage ist bereits beantwortet.',
	approve: 'Zustimmen',
	asks: '{name} fragt',
	decline: 'Ablehnen',
	given: 'Antwort: {answer}',
	late: 'Für eine Antwort auf diese Frage ist es zu spät.',
	missing: 'Bitte eine Antwort eingeben.',
	notNow: 'Die Antwort ist vielleicht nicht angekommen. Bitte gleich noch einmal versuchen.',
	question: 'Frage',
	recorded: 'Danke, die Antwort ist angekommen.',
	send: 'Senden',
	tooLong: 'Bitte höchstens {max} Zeichen.',
	yourAnswer: 'Antwort',
};

const SPANISH: PageWords = {
	again: 'Intentar de nuevo',
	answered: 'Esta pregunta ya tiene respuesta.',
	approve: 'Aprobar',
	asks: '{name} pregunta',
	decline: 'Rechazar',
	given: 'Respuesta: {answer}',
	late: 'Ya es tarde para responder a esta pregunta.',
	missing: 'Falta la respuesta.',
	notNow: 'Puede que la respuesta no se haya guardado. Inténtelo de nuevo en un momento.',
	question: 'Pregunta',
	recorded: 'Gracias. La respuesta se ha guardado.',
	send: 'Enviar',
	tooLong: 'Como máximo {max} caracteres, por favor.',
	yourAnswer: 'Respuesta',
};

const FRENCH: PageWords = {
	again: 'Réessayer',
	answered: 'Cette question a déjà reçu une réponse.',
	approve: 'Approuver',
	asks: '{name} demande',
	decline: 'Refuser',
	given: 'Votre réponse : {answer}',
	late: 'Il est trop tard pour répondre à cette question.',
	missing: 'Veuillez saisir une réponse.',
	notNow: 'Votre réponse n’a peut-être pas été enregistrée. Veuillez réessayer dans un instant.',
	question: 'Question',
	recorded: 'Merci. Votre réponse a été enregistrée.',
	send: 'Envoyer',
	tooLong: 'Veuillez ne pas dépasser {max} caractères.',
	yourAnswer: 'Votre réponse',
};

const ITALIAN: PageWords = {
	again: 'Riprova',
	answered: 'Questa domanda ha già ricevuto una risposta.',
	approve: 'Approva',
	asks: '{name} chiede',
	decline: 'Rifiuta',
	given: 'Risposta: {answer}',
	late: 'È troppo tardi per rispondere a questa domanda.',
	missing: 'Inserire una risposta.',
	notNow: 'La risposta potrebbe non essere stata registrata. Riprovare tra poco.',
	question: 'Domanda',
	recorded: 'Grazie. La risposta è stata registrata.',
	send: 'Invia',
	tooLong: 'Usare al massimo {max} caratteri.',
	yourAnswer: 'Risposta',
};

const BUILT_IN = new Map([
	['de', GERMAN],
	['en', ENGLISH],
	['es', SPANISH],
	['fr', FRENCH],
	['it', ITALIAN],
]);

/** The built-in words of a language (de-AT has those of de), or the English ones. */
export const builtInWords = (language: string): PageWords =>
	BUILT_IN.get(language.toLowerCase().split('-')[0]!) ?? ENGLISH;
