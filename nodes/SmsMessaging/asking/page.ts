import { hash } from 'node:crypto';

import { escapeHtml } from '../text/html';
import { questionText, wordsOf, type Question } from './question';

/** For a phone held in one hand, also in the dark: large type, and buttons within the thumb's reach that are hard to confuse. */
const STYLE = `:root{color-scheme:light dark;--back:#fff;--text:#16191d;--soft:#4d5661;--line:#6b7480;--strong:#0b5cad;--on:#fff}
@media(prefers-color-scheme:dark){:root{--back:#0c0e11;--text:#e3e6ea;--soft:#a9b2bd;--line:#79838f;--strong:#2d6cb1;--on:#fff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1.25rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
main{display:flex;flex-direction:column;min-height:100vh;min-height:100dvh;max-width:34rem;margin:auto;padding:1.25rem;padding-bottom:max(1.25rem,env(safe-area-inset-bottom))}
h1{margin:0 0 .75rem;font-size:1.1rem;font-weight:600;color:var(--soft)}
p{margin:0 0 1rem;white-space:pre-line}
.question{font-size:1.5rem;line-height:1.35;font-weight:600}
.fault{border-inline-start:.3rem solid var(--strong);padding-inline-start:.75rem}
form,.again{margin-top:auto;padding-top:1.25rem}
label{display:block;margin-bottom:.5rem;color:var(--soft)}
textarea,button,.again a{display:block;width:100%;font:inherit;border-radius:.75rem;border:2px solid var(--line);background:transparent;color:inherit}
textarea{padding:.75rem;min-height:8rem;margin-bottom:1.25rem}
button,.again a{min-height:4.5rem;padding:.75rem 1rem;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.again a{line-height:2.9rem}
button.strong{background:var(--strong);border-color:var(--strong);color:var(--on)}
button+button{margin-top:1.5rem}
:focus-visible{outline:.25rem solid var(--strong);outline-offset:.25rem}`;

const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; base-uri 'none'`;

/** Headers of every page. In responses that wake an execution, n8n replaces the policy with its own, so the page repeats it. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** The page that asks. @param fault what was wrong with the answer just sent, and the answer */
export function questionPage(question: Question, fault?: { reason: string; text: string }): string {
	const { buttons, maxLength } = question;
	const words = wordsOf(question);
	const warning = fault === undefined ? '' : `<p class="fault" id="fault" role="alert">${escapeHtml(fault.reason)}</p>`;
	const button = (value: string, label: string, strong = '') =>
		`<button name="answer" value="${value}"${strong} dir="auto">${escapeHtml(label)}</button>`;
	const invalid = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"';
	const controls =
		buttons === undefined
			? `<label for="text">${escapeHtml(words.yourAnswer)}</label><textarea id="text" name="text" dir="auto" rows="4" maxlength="${maxLength}" required${invalid}>\n${escapeHtml(fault?.text ?? '')}</textarea>${button('text', words.send, STRONG)}`
			: button(APPROVED, buttons.approved, STRONG) +
				(buttons.declined === undefined ? '' : button(DECLINED, buttons.declined));
	const form = `<form method="post" autocomplete="off">${controls}</form>`;
	return pageOf(question.language, words.asks, asking(question) + warning + form);
}

const STRONG = ' class="strong"';

/** What the form sends for the buttons. */
export const APPROVED = 'approved';
export const DECLINED = 'declined';

export function messagePage(
	text: string,
	question: Question,
	{ detail, again }: { detail?: string; again?: boolean } = {},
): string {
	const more = detail === undefined ? '' : `<p dir="auto">${escapeHtml(detail)}</p>`;
	// The link leads to this very address, as a GET
	const link = again === true ? `<div class="again"><a href="">${escapeHtml(wordsOf(question).again)}</a></div>` : '';
	return pageOf(question.language, wordsOf(question).asks, asking(question) + saying(text) + more + link);
}

export const noQuestionPage = (text: string): string => pageOf('en', text, saying(text));

const saying = (text: string): string => `<p role="status" dir="auto">${escapeHtml(text)}</p>`;

function asking(question: Question): string {
	return `<h1 dir="auto">${escapeHtml(wordsOf(question).asks)}</h1><p class="question" dir="auto">${escapeHtml(questionText(question))}</p>`;
}

function pageOf(language: string, title: string, content: string): string {
	return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>`;
}
