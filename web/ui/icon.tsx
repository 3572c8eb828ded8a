/** A drawn icon; `d` is one of icons.ts. Decoration only: the text beside it says what it means. */
export function Icon({ d, className = '' }: { d: string; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}
