/** What a password's hash costs: OWASP's second choice for Argon2id, 19 MiB, two passes, one lane; about 30 ms of one core. */
export const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }
