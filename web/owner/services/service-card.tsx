import { imageSrcSet } from '#domain/images.ts'
import { ownPrice } from '#domain/money.ts'
import { paletteOf } from '#domain/service.ts'
import { serviceIcon } from '../../ui/service-icon.ts'
import { hide } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { eye, eyeOff, edit, trash } from '../../ui/icons-panel.ts'
import { imageSrc } from '../../ui/image-src.ts'
import '../../ui/tones.css'
import { ActionMenu } from '../parts/action-menu.tsx'
import type { Service } from '#domain/api/service.ts'

interface Props {
  service: Service
  /** The position in the owner's order, from 0, which determines the colour. */
  position: number
  currency: string
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}

export function ServiceCard({ service, position, currency, onEdit, onToggle, onDelete }: Props) {
  const {
    service_name: name,
    description,
    duration_minutes,
    price,
    price_kind,
    image_url,
    is_active,
    is_hidden,
  } = service
  return (
    <li className={`card sc t${paletteOf(position)}`}>
      <div className="sc-art">
        <Icon d={serviceIcon(name)} />
        {image_url && (
          <img
            key={image_url}
            src={imageSrc(image_url, 640)}
            srcSet={imageSrcSet(image_url)}
            sizes="(min-width: 700px) 396px, 84px"
            alt=""
            width="396"
            height="104"
            loading="lazy"
            onError={hide}
          />
        )}
        {!is_active && <span className="badge plain">Inactivo</span>}
        {is_active && is_hidden && <span className="badge plain">Solo por enlace</span>}
      </div>
      <div className="sc-body">
        <h2>{name}</h2>
        <p>{description}</p>
        <div className="row between">
          <div className="sc-facts">
            {ownPrice(price, currency, price_kind)} <span>{duration_minutes} min</span>
          </div>
          <ActionMenu
            className="only-m"
            label={`Acciones de ${name}`}
            actions={[
              { label: 'Editar', icon: edit, onPress: onEdit },
              is_active
                ? { label: 'Desactivar', icon: eyeOff, onPress: onToggle }
                : { label: 'Activar', icon: eye, onPress: onToggle },
              { label: 'Eliminar', icon: trash, onPress: onDelete, isDanger: true },
            ]}
          />
          <div className="sc-acts only-d">
            <button type="button" className="x" aria-label={`Editar ${name}`} onClick={onEdit}>
              <Icon d={edit} />
            </button>
            <button type="button" className="x" aria-label={`Eliminar ${name}`} onClick={onDelete}>
              <Icon d={trash} />
            </button>
          </div>
        </div>
      </div>
    </li>
  )
}
