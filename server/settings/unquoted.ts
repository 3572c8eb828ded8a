const QUOTED = /^\s*(["'])(.*)\1\s*$/s

/**
 * Settings without the quotes around a value. A shell and systemd take them away, and a file for both needs them where a value has
 * spaces; podman and docker give them to the process, which would send its mails from `"enpunto <citas@example.com>"`.
 */
export const unquoted = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.replace(QUOTED, '$2')]))
