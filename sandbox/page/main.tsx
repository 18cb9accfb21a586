import './inbox.css';
import { render } from 'preact';
import { App } from './app';
import { Inbox } from './inbox';

const inbox = new Inbox(() => render(<App inbox={inbox} />, document.body));

/** The address shows what is open: #/<number>/<key of the message>. */
function follow(): void {
	const [, to, selected] = location.hash.split('/').map(decodeURIComponent);
	inbox.open(to || undefined, selected || undefined);
}

addEventListener('hashchange', follow);
follow();
inbox.start();
