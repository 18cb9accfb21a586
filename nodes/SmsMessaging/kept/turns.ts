/** The latest call that is under way or waiting for its turn, by the object that n8n keeps for the node. */
const latest = new WeakMap<object, Promise<unknown>>();

/** Acts once all earlier calls for the same object have ended. */
export async function inTurn<T>(kept: object, act: () => Promise<T>): Promise<T> {
	const turn = (latest.get(kept) ?? Promise.resolve()).then(act);
	// A failed call does not make the next one fail
	latest.set(
		kept,
		turn.catch(() => {}),
	);
	return await turn;
}
