import type { ComponentChildren } from 'preact';

interface PanelProps {
	onSubmit(): void;
	onClose(): void;
	children: ComponentChildren;
}

/** A form below the button that opens it. Escape closes it, and nothing else. */
export function Panel({ onSubmit, onClose, children }: PanelProps) {
	return (
		<form
			class="panel"
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
			onKeyDown={(event) => {
				if (event.key !== 'Escape') return;
				event.stopPropagation();
				onClose();
			}}
		>
			{children}
		</form>
	);
}
