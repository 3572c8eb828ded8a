/**
 * The settings as they were given. To be imported before all else: React takes its development build, with which a page takes a fifth
 * longer, unless NODE_ENV is 'production' when it is first loaded. Whether the server runs in development is another matter.
 */
export const settings: Readonly<NodeJS.ProcessEnv> = { ...process.env }

if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production'
