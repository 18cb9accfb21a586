// biome-ignore-all lint/a11y/useSemanticElements: not a table, and its rows may contain links, which options of a listbox may not
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** Rows are drawn this far beyond the visible part, in pixels: fast scrolling reveals them before the next drawing. */
const MARGIN = 400;
/** Below the last item. */
const END_PX = 12;
/** Within this distance of the end, in pixels, the list stays at the end when something is added. */
const AT_END = 40;

export interface WindowedListProps<T> {
	items: readonly T[];
	keyOf(item: T): string;
	/** Estimated height of an item before it is drawn, in pixels. */
	estimate(item: T): number;
	children(item: T, index: number): ComponentChildren;
	label: string;
	id: string;
	selected?: string;
	/** `keyboard`: by Enter or the space bar. */
	onOpen(item: T, by: 'keyboard' | 'pointer'): void;
	/** Shows the last item first, and follows it. */
	fromEnd?: boolean;
	/** Whether there are more items to load before the first (with `fromEnd`) or after the last. */
	more: boolean;
	onMore(): void;
}

/** A grid of one column with items of any height. Only visible items are in the page. */
export function WindowedList<T>(props: WindowedListProps<T>) {
	const { items, keyOf, estimate, children, label, id, selected, onOpen, fromEnd = false, more, onMore } = props;
	const box = useRef<HTMLDivElement>(null);
	const shown = useRef<HTMLDivElement>(null);
	const heights = useRef(new Map<string, number>());
	const atEnd = useRef(fromEnd);
	/** The item at the upper edge, and how far above the edge it begins. It stays there when rows above it change. */
	const anchor = useRef<{ key: string; above: number } | undefined>(undefined);
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	const [active, setActive] = useState<string | undefined>(undefined);

	// Recomputed at each drawing: adding 10,000 heights costs less than tracking changes
	const keys = items.map(keyOf);
	const offsets = new Float64Array(items.length + 1);
	keys.forEach((key, index) => {
		offsets[index + 1] = offsets[index]! + (heights.current.get(key) ?? estimate(items[index]!));
	});
	const total = offsets[items.length]! + END_PX;
	/** Index of the item at this offset. */
	const placeAt = (offset: number): number => {
		let [low, high] = [0, items.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (offsets[middle + 1]! > offset) high = middle;
			else low = middle + 1;
		}
		return low;
	};

	const activeIndex = active === undefined ? -1 : keys.indexOf(active);
	const anchored = anchor.current ? keys.indexOf(anchor.current.key) : -1;
	const height = box.current?.clientHeight ?? 800;
	let top = box.current?.scrollTop ?? 0;
	if (atEnd.current) top = total - height;
	else if (anchored >= 0) top = offsets[anchored]! + anchor.current!.above;
	const first = placeAt(Math.max(0, top - MARGIN));
	const last = Math.min(items.length, placeAt(top + height + MARGIN) + 1);

	useLayoutEffect(() => {
		let measured = false;
		for (const [index, element] of Array.from(shown.current!.children, (child, i) => [first + i, child] as const)) {
			const key = keys[index]!;
			const now = (element as HTMLElement).offsetHeight;
			// Hidden items have no height
			if (now > 0 && heights.current.get(key) !== now) {
				heights.current.set(key, now);
				measured = true;
			}
		}
		if (measured) return redraw(undefined);
		const goal = Math.max(0, Math.min(top, total - height));
		if (Math.abs(box.current!.scrollTop - goal) >= 1) box.current!.scrollTop = goal;
	});

	useLayoutEffect(() => {
		const observer = new ResizeObserver(() => redraw(undefined));
		observer.observe(box.current!);
		return () => observer.disconnect();
	}, []);

	const near = fromEnd ? first === 0 : last === items.length;
	useLayoutEffect(() => {
		if (more && near) onMore();
	}, [more, near, items.length]);

	const selectedIndex = selected === undefined ? -1 : keys.indexOf(selected);
	useLayoutEffect(() => {
		if (selectedIndex >= 0) activate(selectedIndex);
	}, [selected, selectedIndex >= 0]);

	const onScroll = (): void => {
		const { scrollTop, clientHeight, scrollHeight } = box.current!;
		atEnd.current = fromEnd && scrollHeight - scrollTop - clientHeight < AT_END;
		const place = Math.min(placeAt(scrollTop), items.length - 1);
		// At the top of a newest-first list, new items should be visible
		const anchors = place >= 0 && (fromEnd || scrollTop > 0);
		anchor.current = anchors ? { key: keys[place]!, above: scrollTop - offsets[place]! } : undefined;
		redraw(undefined);
	};

	/** Activates an item and scrolls to it. */
	const activate = (wanted: number): void => {
		const index = Math.max(0, Math.min(items.length - 1, wanted));
		const item = items[index];
		if (item === undefined) return;
		setActive(keys[index]);
		const { scrollTop, clientHeight } = box.current!;
		if (index < first || index >= last) {
			// Not drawn yet, so the heights above it are unknown
			atEnd.current = false;
			anchor.current = { key: keys[index]!, above: -clientHeight / 3 };
			return redraw(undefined);
		}
		if (offsets[index]! < scrollTop) box.current!.scrollTop = offsets[index]!;
		else if (offsets[index + 1]! > scrollTop + clientHeight)
			box.current!.scrollTop = offsets[index + 1]! - clientHeight;
		onScroll();
	};

	const onKeyDown = (event: KeyboardEvent): void => {
		const from = activeIndex >= 0 ? activeIndex : fromEnd ? items.length : -1;
		const step = Math.max(1, placeAt(top + height) - placeAt(top) - 1);
		const moves: Record<string, number> = {
			ArrowUp: from - 1,
			ArrowDown: from + 1,
			PageUp: from - step,
			PageDown: from + step,
			Home: 0,
			End: items.length - 1,
		};
		const move = moves[event.key];
		if (move !== undefined) activate(move);
		else if (event.key === 'Enter' || event.key === ' ') {
			const index = activeIndex >= 0 ? activeIndex : fromEnd ? items.length - 1 : 0;
			setActive(keys[index]);
			onOpen(items[index]!, 'keyboard');
		} else return;
		event.preventDefault();
	};

	const optionId = (index: number): string => `${id}-${index}`;
	const activeIsDrawn = activeIndex >= first && activeIndex < last;
	return (
		<div
			class="list"
			id={id}
			ref={box}
			role="grid"
			aria-rowcount={more ? -1 : items.length}
			aria-label={label}
			tabIndex={0}
			aria-activedescendant={activeIsDrawn ? optionId(activeIndex) : undefined}
			onScroll={onScroll}
			onKeyDown={onKeyDown}
		>
			<div class="list-whole" role="presentation" style={{ height: `${total}px` }}>
				<div
					class="list-shown"
					role="presentation"
					ref={shown}
					style={{ transform: `translateY(${offsets[first]}px)` }}
				>
					{items.slice(first, last).map((item, i) => {
						const key = keys[first + i]!;
						return (
							// biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
							<div
								key={key}
								id={optionId(first + i)}
								role="row"
								tabIndex={-1}
								class={key === active ? 'option active' : 'option'}
								aria-selected={key === selected}
								aria-rowindex={first + i + 1}
								onClick={() => {
									setActive(key);
									onOpen(item, 'pointer');
								}}
							>
								{/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names the active row */}
								<div role="gridcell">{children(item, first + i)}</div>
							</div>
						);
					})}
				</div>
			</div>
		</div>
	);
}
