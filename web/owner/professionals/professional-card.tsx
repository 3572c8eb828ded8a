import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { edit, eye, eyeOff, trash } from '../../ui/icons-panel.ts'
import { imageSrc } from '../../ui/image-src.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { calendarClock } from './schedule-icon.ts'
import type { Professional } from '#domain/api/professional.ts'

interface Props {
  professional: Professional
  /** The names of their services, as they are shown. */
  specialties: string[]
  onSchedule: () => void
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}

export function ProfessionalCard({ professional, specialties, ...on }: Props) {
  const { professional_name: name, avatar_url, is_active, has_schedule } = professional
  return (
    <li className="card pc">
      <div className="row">
        <Avatar name={name} src={imageSrc(avatar_url, 160)} size="lg" />
        <div className="grow">
          <h2 className="h3">{name}</h2>
          <p className="small muted">
            {has_schedule > 0 ? 'Horario propio' : 'Usa el horario del negocio'}
            {!is_active && <span className="badge plain">Inactivo</span>}
          </p>
        </div>
        <ActionMenu
          label={`Acciones de ${name}`}
          actions={[
            is_active
              ? { label: 'Desactivar', icon: eyeOff, onPress: on.onToggle }
              : { label: 'Activar', icon: eye, onPress: on.onToggle },
            { label: 'Eliminar', icon: trash, onPress: on.onDelete, isDanger: true },
          ]}
        />
      </div>
      <ul className="tags" aria-label="Servicios">
        {specialties.map((text) => (
          <li key={text} className="tag">
            <span className="trunc">{text}</span>
          </li>
        ))}
      </ul>
      <div className="pc-acts">
        <button type="button" className="btn btn-2" onClick={on.onSchedule}>
          <Icon d={calendarClock} />
          Horario<span className="sr"> de {name}</span>
        </button>
        <button type="button" className="btn btn-2" onClick={on.onEdit}>
          <Icon d={edit} />
          Editar<span className="sr"> a {name}</span>
        </button>
      </div>
    </li>
  )
}
