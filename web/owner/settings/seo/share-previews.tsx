import { imageOfWidth } from '#domain/images.ts'
import { initial } from '#domain/people-names.ts'
import { hide } from '../../../ui/avatar.tsx'
import type { Profile } from '../profile.ts'

interface Shared {
  address: string
  title: string
  description: string
  logo: string | null
  name: string
}

type Drawn = Pick<Shared, 'address' | 'title' | 'description'> & {
  profile: Profile
  /** Whether the chosen photo differs from the stored one. */
  isNewPhoto: boolean
}

/** A drawing of the page in a search engine's list; screen readers use the fields beside it. */
export function SearchPreview({ address, title, description, logo, name }: Shared) {
  const [host, ...path] = address.split('/')
  return (
    <figure className="set-preview">
      <figcaption>En Google</figcaption>
      <div className="card serp" aria-hidden="true">
        <div className="serp-site">
          <span className="serp-logo">
            {initial(name)}
            {logo && <img src={imageOfWidth(logo, 160)} alt="" onError={hide} />}
          </span>
          <span className="grow">
            <b className="trunc">{name}</b>
            <span className="trunc">
              {host} › {path.join(' › ')}
            </span>
          </span>
        </div>
        <p className="serp-title">{title}</p>
        <p className="serp-text">{description}</p>
      </div>
    </figure>
  )
}

/** A drawing of the link in a chat, with the share picture of the stored profile. */
export function WhatsappPreview({ address, title, description, profile, isNewPhoto }: Drawn) {
  // Any version leads to the current picture; it changes with the profile so that the browser loads it again.
  return (
    <figure className="set-preview">
      <figcaption>En WhatsApp</figcaption>
      <div className="set-chat" aria-hidden="true">
        <div className="bubble">
          <div className="bubble-card">
            <div className="bubble-image">
              <img src={`/negocio/${profile.slug}/share-${profile.version}.jpg`} alt="" onError={hide} />
            </div>
            <div className="bubble-text">
              <b>{title}</b>
              <p>{description}</p>
              <span>{address.split('/')[0]}</span>
            </div>
          </div>
          <p className="bubble-link">https://{address}</p>
        </div>
      </div>
      {isNewPhoto && <p className="hint">La foto que elegiste sale aquí cuando guardes.</p>}
    </figure>
  )
}
