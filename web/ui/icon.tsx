/** A line icon; `d` is one of icons.ts. Decorative only: the text beside it carries the meaning. */
export function Icon({ d, className = '' }: { d: string; className?: string }) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}
