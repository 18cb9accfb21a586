/** The latest call that is under way or waits for its turn, by what n8n keeps of it. */
const latest = new WeakMap<object, Promise<unknown>>();

/** Acts once all earlier calls for the same object have ended. */
export async function inTurn<T>(kept: object, act: () => Promise<T>): Promise<T> {
	const turn = (latest.get(kept) ?? Promise.resolve()).then(act);
	// One that fails does not fail the next
	latest.set(
		kept,
		turn.catch(() => {}),
	);
	return await turn;
}
