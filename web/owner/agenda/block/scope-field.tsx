import type { Scope } from '../../data/time-off.ts'

const SCOPES: [scope: Scope, label: string][] = [
  ['one', 'Solo este'],
  ['following', 'Este y los siguientes'],
]

/** Of a block that repeats: which of them is meant. */
export function ScopeField({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  return (
    <div className="seg block-scope" role="group" aria-label="Este bloqueo se repite">
      {SCOPES.map(([scope, label]) => (
        <button key={scope} type="button" aria-pressed={value === scope} onClick={() => onChange(scope)}>
          {label}
        </button>
      ))}
    </div>
  )
}
