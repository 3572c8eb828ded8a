import { imageOfWidth } from '#domain/images.ts'
import { hide } from '../../ui/avatar.tsx'

interface Shared {
  address: string
  title: string
  description: string
  image: string | null | undefined
  logo: string | null
  name: string
}

/** As a search engine lists the page. A drawing: the fields beside it say the same to those who cannot see it. */
export function SearchPreview({ address, title, description, logo, name }: Shared) {
  const [host, ...path] = address.split('/')
  return (
    <figure className="set-preview">
      <figcaption>En Google</figcaption>
      <div className="card serp" aria-hidden="true">
        <div className="serp-site">
          <span className="serp-logo">
            {name.charAt(0)}
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

/** As a chat shows the link. */
export function WhatsappPreview({ address, title, description, image }: Shared) {
  return (
    <figure className="set-preview">
      <figcaption>En WhatsApp</figcaption>
      <div className="set-chat" aria-hidden="true">
        <div className="bubble">
          <div className="bubble-card">
            {image && (
              <div className="bubble-image">
                <img key={image} src={imageOfWidth(image, 640)} alt="" onError={hide} />
              </div>
            )}
            <div className="bubble-text">
              <b>{title}</b>
              <p>{description}</p>
              <span>{address.split('/')[0]}</span>
            </div>
          </div>
          <p className="bubble-link">https://{address}</p>
        </div>
      </div>
    </figure>
  )
}
