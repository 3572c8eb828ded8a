import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Field } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { pin } from '../icons.ts'
import type { Place } from './leaflet-map.ts'
import './location-picker.css'
import { type MapState, PlaceMap } from './map.tsx'
import { type Found, searchAddress } from './search.ts'

interface Props {
  error?: string | undefined
  /** Attributes of the address input, for forms that keep their own values. */
  inputProps: ComponentProps<'input'>
  address: () => string
  place: Place | undefined
  /** `address`: what the place was looked up by, or what was written when it was chosen. */
  onPlace: (place: Place, address: string) => void
  /** What is wrong with the place. */
  warning?: ReactNode
  /** Whether a place can be chosen at all: false when neither map nor search is available. */
  onReach?: (canPlace: boolean) => void
}

/** An address, its place on the map, and a pin to correct it. */
export function LocationPicker({ error, inputProps, address, place, onPlace, warning, onReach }: Props) {
  const [isSearching, setSearching] = useState(false)
  const [found, setFound] = useState<Found[]>([])
  // A search ends long after its render: the map may have failed meanwhile.
  const reach = useRef({ map: true, search: true })

  function note(changes: Partial<typeof reach.current>) {
    Object.assign(reach.current, changes)
    onReach?.(reach.current.map || reach.current.search)
  }

  async function search() {
    if (isSearching) return
    setSearching(true)
    const asked = address()
    const result = await searchAddress(asked)
    setSearching(false)
    if (result === 'empty') return
    const places = Array.isArray(result) ? result : []
    note({ search: places.length > 0 })
    setFound(places)
    if (places[0]) onPlace(placeOf(places[0]), asked)
  }

  const choose = (place: Place) => onPlace(place, address())

  function searchOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void search()
  }

  const onState = (state: MapState) => note({ map: state !== 'failed' && state !== 'denied' })

  return (
    <div className="location">
      <Field id="address" label="Dirección" error={error}>
        {(described) => (
          <div className="location-row">
            <div className="input-wrap grow">
              <Icon d={pin} />
              <input
                {...described}
                className="input"
                autoComplete="street-address"
                enterKeyHint="search"
                maxLength={500}
                placeholder="Cl. 9 # 5-20, Cali"
                onKeyDown={searchOnEnter}
                {...inputProps}
              />
            </div>
            <button type="button" className="btn btn-2" aria-disabled={isSearching} onClick={search}>
              {isSearching ? 'Buscando...' : 'Buscar'}
            </button>
          </div>
        )}
      </Field>
      {warning}
      {found.length > 1 && (
        <div className="location-more" role="group" aria-label="Lugares encontrados">
          {found.map((match) => (
            <button
              key={`${match.latitude} ${match.longitude}`}
              type="button"
              aria-pressed={match.latitude === place?.latitude && match.longitude === place.longitude}
              onClick={() => choose(placeOf(match))}
            >
              {match.label}
            </button>
          ))}
        </div>
      )}
      <PlaceMap place={place} onPlace={choose} onState={onState} />
      <p className="hint">
        {place
          ? 'Arrastra el pin si no quedó en la puerta.'
          : 'Busca tu dirección, o toca el mapa donde quedas.'}
      </p>
    </div>
  )
}

const placeOf = ({ latitude, longitude }: Found): Place => ({ latitude, longitude })
