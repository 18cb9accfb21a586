/** Short enough to store, and long enough that no two messages of an execution share one. */
export const CODE_CHARACTERS = 10;

/** The code that a message is stored as. @param key its target key */
export const codeOf = (key: string) => key.slice(0, CODE_CHARACTERS);
