import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { users } from '../../../ui/icons.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import { initialsOf, shortNames } from '#domain/team-names.ts'
import './people-chips.css'
import type { People } from './use-people.ts'

/** Shows and hides professionals: columns of the day, or cards where columns are days. */
export function PeopleChips({ people: { all, hidden, toggle, showAll } }: { people: People }) {
  const names = shortNames(all)
  const letters = initialsOf(all)
  const isAll = all.every(({ id }) => !hidden.has(id))
  return (
    <div className="pchips" role="group" aria-label="Mostrar u ocultar profesionales">
      <button type="button" className="pchip pchip-all" aria-pressed={isAll} onClick={showAll}>
        <Icon d={users} className="icon-sm" />
        Todos <span>{all.length}</span>
      </button>
      {all.map(({ id, professional_name, avatar_url }) => (
        <button
          key={id}
          type="button"
          className="pchip"
          aria-pressed={!hidden.has(id)}
          onClick={() => toggle(id)}
        >
          <Avatar
            name={professional_name}
            letters={letters.get(id)}
            src={imageSrc(avatar_url, 160)}
            size="sm"
          />
          {names.get(id)}
        </button>
      ))}
    </div>
  )
}
