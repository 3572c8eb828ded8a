/** What a data policy and its versions are called; apart from its text, which few read while they book. */

/** How a consent names a version of a policy. */
export const policyName = (version: number, hash: string): string => `v${version}-${hash.slice(0, 32)}`

/** The version that a consent names; undefined when it names none of a policy. */
export function policyVersion(name: string | null): number | undefined {
  const found = /^v([1-9]\d{0,3})-[0-9a-f]{32}$/.exec(name ?? '')
  return found ? Number(found[1]) : undefined
}

export const POLICY_TITLE = 'Política de Tratamiento de Datos'
