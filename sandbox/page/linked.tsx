const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** Punctuation at the end belongs to the sentence, not to the address. */
const TRAILING = ".,;:!?'’)]}…";

/** A text with links for its web addresses. Its author is not trusted: other schemes stay text, and the opened page gets no referrer. */
export function Linked({ text, tabIndex }: { text: string; tabIndex?: number }) {
	const parts = [];
	let end = 0;
	for (const { 0: found, index } of text.matchAll(ADDRESS)) {
		const address = withoutTrailing(found);
		if (!URL.canParse(address)) continue;
		parts.push(
			text.slice(end, index),
			<a
				key={index}
				href={address}
				target="_blank"
				rel="noopener noreferrer"
				tabIndex={tabIndex}
				onClick={(event) => event.stopPropagation()}
			>
				{address}
			</a>,
		);
		end = index + address.length;
	}
	return (
		<>
			{parts}
			{text.slice(end)}
		</>
	);
}

function withoutTrailing(address: string): string {
	let { length } = address;
	while (length > 0 && TRAILING.includes(address[length - 1]!)) length -= 1;
	return address.slice(0, length);
}
