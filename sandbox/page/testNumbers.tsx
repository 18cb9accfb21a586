import { useRef } from 'preact/hooks';

/** From destinations.ts; README.md lists them all. */
const NUMBERS = [
	['19990100600', 'Rejected at once (REJECTED_NETWORK)'],
	['19990101200', 'Rejected at once (no credit)'],
	['19990200270', 'Undeliverable: the phone is off'],
	['19990200010', 'Undeliverable: the number does not exist (permanent)'],
	['19990300001', 'Expires'],
	['19990400001', 'Delivered slowly'],
	['19990500001', 'Stays pending until you press Deliver, Fail or Expire'],
];

/** Numbers that simulate failures. */
export function TestNumbers() {
	const dialog = useRef<HTMLDialogElement>(null);
	return (
		<>
			<button type="button" onClick={() => dialog.current?.showModal()}>
				Numbers…
			</button>
			<dialog ref={dialog} aria-labelledby="numbers-title">
				<h2 id="numbers-title">Test Numbers</h2>
				<p>Messages to any other number are delivered.</p>
				<dl class="numbers">
					{NUMBERS.map(([number, outcome]) => (
						<div key={number}>
							<dt class="mono">+{number}</dt>
							<dd>{outcome}</dd>
						</div>
					))}
				</dl>
				<div class="actions">
					<button type="button" onClick={() => dialog.current?.close()}>
						Close
					</button>
				</div>
			</dialog>
		</>
	);
}
