// Loaded into the n8n process before n8n: at its end notes the most memory it had, in bytes.
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_PEAK_MEMORY_FILE;
// Task runners are processes of their own, and not what is measured
delete process.env.BENCH_PEAK_MEMORY_FILE;
if (file) process.once('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS * 1024)));
