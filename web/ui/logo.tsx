/** The product's mark: an "e" and its full stop. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
      <rect width="32" height="32" rx="9.5" fill="var(--verde-800)" />
      <path
        d="M8.4 16.2h13a6.6 6.6 0 1 0-2.2 5"
        fill="none"
        stroke="#fff"
        strokeWidth="3.1"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="24.3" cy="23.2" r="2.5" fill="var(--mango-400)" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="logo">
      <Mark />
      enpunto
    </span>
  )
}
