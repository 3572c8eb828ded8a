import { initial, initials } from '#domain/people-names.ts'
import './avatar.css'

/** A portrait, or the initials while there is none; of a name without letters its first digit or sign. */
export function Avatar({
  name,
  src,
  size = '',
  letters = initials(name) || initial(name),
}: {
  name: string
  /** The initials, where those of the name could be another's as well. */
  letters?: string | undefined
  src?: string | null
  size?: 'sm' | 'lg' | 'xl' | ''
}) {
  return (
    <span className={size ? `avatar avatar-${size}` : 'avatar'} aria-hidden="true">
      {letters}
      {src && <img src={src} alt="" width="72" height="72" loading="lazy" onError={hide} />}
    </span>
  )
}

/** A picture that fails to load is hidden and shows what lies under it. */
export function hide(event: { currentTarget: HTMLElement }) {
  event.currentTarget.hidden = true
}
