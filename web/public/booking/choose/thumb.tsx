import { hide } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import '../../../ui/tones.css'
import type { Service } from '../../business/types.ts'

/** A service's picture, over a tinted tile with an icon; its `position` in the list decides the tint. */
export function Thumb({ service, position }: { service: Service; position: number }) {
  return (
    <span className={`thumb t${(position % 16) + 1}`} aria-hidden="true">
      <Icon d={service.icon} />
      {service.image_url && (
        <img src={service.image_url} alt="" width="60" height="60" loading="lazy" onError={hide} />
      )}
    </span>
  )
}
