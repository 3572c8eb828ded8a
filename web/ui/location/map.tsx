import { MAP_DEFAULT } from '#domain/business.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { drawMap, Place } from './leaflet-map.ts'
import './map.css'

/** 'denied': the map service refuses this installation. */
export type MapState = 'idle' | 'loading' | 'loaded' | 'failed' | 'denied'

interface Props {
  /** The pin's position; the centre of Bogotá by default. */
  place: Place | undefined
  onPlace: (place: Place) => void
  onState?: (state: MapState) => void
}

/** A map for choosing one place. Its script loads when the map comes near the view. */
export function PlaceMap({ place, onPlace, onState }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<ReturnType<typeof drawMap>>(undefined)
  const latest = useRef({ place, onPlace })
  latest.current = { place, onPlace }
  const [state, setState] = useState<MapState>('idle')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        near.disconnect()
        setState('loading')
        import('./leaflet-map.ts').then(draw, () => isGone || setState('failed'))
      },
      { rootMargin: '300px' },
    )
    near.observe(box.current!)

    function draw(leaflet: typeof import('./leaflet-map.ts')) {
      if (isGone) return
      map.current = leaflet.drawMap({
        box: box.current!,
        at: latest.current.place ?? MAP_DEFAULT,
        zoom: MAP_DEFAULT.zoom,
        onPlace: (place) => latest.current.onPlace(place),
        onTiles: (failed) => {
          if (!failed) return setState('loaded')
          void stateOf(failed).then((state) => isGone || setState(state))
        },
      })
    }

    return () => {
      isGone = true
      near.disconnect()
      map.current?.remove()
      map.current = undefined
    }
  }, [attempt])

  useEffect(() => {
    if (place) map.current?.move(place)
  }, [place])
  const reportState = useEffectEvent((state: MapState) => onState?.(state))
  useEffect(() => reportState(state), [state])

  return (
    <div className={`place-map place-map-${state}`} data-state={state}>
      <div ref={box} className="place-map-view" role="region" aria-label="Mapa de tu negocio" />
      {state === 'loading' && (
        <p className="place-map-wait" role="status">
          <span className="spinner" />
          Cargando el mapa...
        </p>
      )}
      {(state === 'failed' || state === 'denied') && (
        <div className="place-map-panel" role="alert">
          <b>{state === 'denied' ? 'El mapa no está autorizado' : 'No pudimos cargar el mapa'}</b>
          <p>
            {state === 'denied'
              ? 'El servicio de mapas rechazó la conexión. Puedes seguir: busca tu dirección o ubícala más tarde.'
              : 'Puedes seguir: busca tu dirección o ubícala más tarde.'}
          </p>
          <button type="button" className="btn btn-2 btn-sm" onClick={() => setAttempt(attempt + 1)}>
            Reintentar
          </button>
        </div>
      )}
    </div>
  )
}

async function stateOf(tile: string): Promise<MapState> {
  const status = await fetch(tile).then(
    (response) => response.status,
    () => 0,
  )
  return status === 401 || status === 403 ? 'denied' : 'failed'
}
