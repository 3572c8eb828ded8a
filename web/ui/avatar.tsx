import './avatar.css'

/** A portrait, or the initials while there is none. */
export function Avatar({
  name,
  src,
  size = '',
}: {
  name: string
  src?: string | null
  size?: 'sm' | 'lg' | 'xl' | ''
}) {
  return (
    <span className={size ? `avatar avatar-${size}` : 'avatar'} aria-hidden="true">
      {initials(name)}
      {src && <img src={src} alt="" width="72" height="72" loading="lazy" onError={hide} />}
    </span>
  )
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** A picture that fails to load is hidden and shows what lies under it. */
export function hide(event: { currentTarget: HTMLElement }) {
  event.currentTarget.hidden = true
}
