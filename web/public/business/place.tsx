import { fullAddress } from '#domain/contact.ts'
import { useEffect, useRef } from 'react'
import { hide } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { compass } from '../../ui/icons.ts'
import type { Business } from './types.ts'

const ZOOM = 16
const TILE = 256
const HEIGHT = 180

/** 'Dónde nos encuentras': only with coordinates and an address. */
export default function Place({ business, hasTiles }: { business: Business; hasTiles: boolean }) {
  const { latitude, longitude, address, city } = business
  if (latitude === null || longitude === null || !address) return null
  return (
    <section id="mapa" aria-labelledby="mapa-titulo">
      <div className="block-head">
        <h3 id="mapa-titulo">Dónde nos encuentras</h3>
      </div>
      <div className="map">
        <div className="map-view" role="img" aria-label={`Mapa: ${fullAddress(business)}`}>
          {hasTiles && <Tiles latitude={latitude} longitude={longitude} />}
          <span className="pin" />
        </div>
        {hasTiles && (
          <a className="credit" href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">
            © OpenStreetMap
          </a>
        )}
        <div className="cap">
          <span className="grow small">
            <b>{address}</b>
            {city && !address.includes(city) && <span className="muted">{city}</span>}
          </span>
          <a
            className="btn btn-2 btn-sm"
            href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
            target="_blank"
            rel="noopener"
          >
            <Icon d={compass} className="icon-sm" />
            Cómo llegar
          </a>
        </div>
      </div>
    </section>
  )
}

/** A static map made of tiles, centred on the place; loaded when it comes near the view. */
function Tiles({ latitude, longitude }: { latitude: number; longitude: number }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!(isIntersecting && target instanceof HTMLImageElement)) continue
          target.src = target.dataset['src']!
          near.unobserve(target)
        }
      },
      { rootMargin: '200px' },
    )
    for (const tile of box.current!.querySelectorAll('img')) near.observe(tile)
    return () => near.disconnect()
  }, [])
  const tiles = tilesAround(latitude, longitude)
  return (
    <>
      <div ref={box} className="tiles">
        {tiles.map(({ src, left, top }) => (
          <img
            key={src}
            data-src={src}
            alt=""
            width={TILE}
            height={TILE}
            style={{ left, top }}
            onError={hide}
          />
        ))}
      </div>
      <noscript>
        <div className="tiles">
          {tiles.map(({ src, left, top }) => (
            <img key={src} src={src} alt="" width={TILE} height={TILE} style={{ left, top }} loading="lazy" />
          ))}
        </div>
      </noscript>
    </>
  )
}

/** Web Mercator: the tiles of a strip five tiles wide. */
function tilesAround(latitude: number, longitude: number) {
  const world = TILE * 2 ** ZOOM
  const sine = Math.sin((latitude * Math.PI) / 180)
  const x = (longitude / 360 + 0.5) * world
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world
  const column = Math.floor(x / TILE)
  const firstRow = Math.floor((y - HEIGHT / 2) / TILE)
  const lastRow = Math.floor((y + HEIGHT / 2) / TILE)
  const tiles: { src: string; left: string; top: string }[] = []
  for (let row = firstRow; row <= lastRow; row++) {
    for (let at = column - 2; at <= column + 2; at++) {
      const left = `calc(50% + ${Math.round(at * TILE - x)}px)`
      tiles.push({
        src: `/tiles/${ZOOM}/${at}/${row}.png`,
        left,
        top: `${Math.round(row * TILE - y + HEIGHT / 2)}px`,
      })
    }
  }
  return tiles
}
