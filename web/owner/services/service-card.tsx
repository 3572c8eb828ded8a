import { imageSrcSet } from '#domain/images.ts'
import { durationText } from '#domain/dates.ts'
import { ownPrice } from '#domain/money.ts'
import { paletteOf } from '#domain/service.ts'
import { leastOf } from '#domain/terms.ts'
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
  const { service_name: name, description, image_url, is_active, is_hidden } = service
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
            <Facts service={service} currency={currency} />
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

/** What it costs and takes, as its customers read it; of variants the least. */
function Facts({ service, currency }: Pick<Props, 'service' | 'currency'>) {
  const { price_kind, variants } = service
  const { price, duration_minutes, more } = leastOf(variants.length > 0 ? variants : [service])
  const isUnpriced = price_kind === 'free' || price_kind === 'ask'
  const from = (isMore: number) => isMore > 0 && 'Desde '
  return (
    <>
      {!isUnpriced && from(more.price)}
      {price_kind === 'free' || (price === 0 && price_kind !== 'ask')
        ? 'Gratis'
        : ownPrice(price_kind === 'ask' && variants.length > 0 ? 0 : price, currency, price_kind)}{' '}
      <span>
        {from(more.minutes)}
        {durationText(duration_minutes)}
      </span>
    </>
  )
}
