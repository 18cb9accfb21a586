import { brokenLife } from './brokenLife';
import { worldNamed } from './worlds';

/** Shrinks a life that breaks a rule, and tells its story: `tsx test/world/explain.ts sending 'truth: refused' [count] [seed]`. */
const [world, kind = '', count = 5000, seed = 1] = process.argv.slice(2);
void brokenLife(worldNamed(world), Number(count), Number(seed), kind).then((story) =>
	console.log(story ?? `No life of ${count} broke '${kind}'.`),
);
