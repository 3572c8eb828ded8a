import L from 'leaflet'
import 'leaflet/dist/leaflet.css'

export interface Place {
  latitude: number
  longitude: number
}

interface Options {
  box: HTMLElement
  at: Place
  zoom: number
  onPlace: (place: Place) => void
  /**
   * Called once, when the first view has its tiles or failed to load them, with the address of a failed
   * tile.
   */
  onTiles: (failed: string | undefined) => void
}

const TILES = '/tiles/{z}/{x}/{y}.png'
const KEYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const STEP_PX = 8

/** A map with one marker that follows clicks, drags and, when focused, the arrow keys. */
export function drawMap({ box, at, zoom, onPlace, onTiles }: Options) {
  const map = L.map(box, { zoomControl: false, scrollWheelZoom: 'center' }).setView(
    [at.latitude, at.longitude],
    zoom,
  )
  L.control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(map)
  map.attributionControl.setPrefix(false)

  const tiles = L.tileLayer(TILES, {
    minZoom: 3,
    maxZoom: 19,
    attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
  })
  watchTiles(tiles, onTiles)
  tiles.addTo(map)

  const marker = L.marker([at.latitude, at.longitude], {
    draggable: true,
    autoPan: true,
    alt: '',
    icon: L.divIcon({ className: 'map-pin', iconSize: [44, 52], iconAnchor: [22, 48] }),
  }).addTo(map)
  const element = marker.getElement()!
  element.setAttribute('aria-label', 'Pin de tu negocio: muévelo con las flechas')

  function place(position: L.LatLng) {
    marker.setLatLng(position)
    const { lat, lng } = position.wrap()
    // Seven decimals are about a centimetre.
    onPlace({ latitude: Number(lat.toFixed(7)), longitude: Number(lng.toFixed(7)) })
  }

  map.on('click', ({ latlng }) => place(latlng))
  marker.on('dragend', () => place(marker.getLatLng()))
  element.addEventListener('keydown', (event) => {
    const step = KEYS[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const point = map.project(marker.getLatLng())
    place(map.unproject(point.add([step[0] * STEP_PX, step[1] * STEP_PX])))
    map.panInside(marker.getLatLng(), { padding: [48, 64], animate: false })
  })
  const resized = new ResizeObserver(() => map.invalidateSize())
  resized.observe(box)

  return {
    /** Moves the marker and brings it into view. */
    move({ latitude, longitude }: Place) {
      const position = L.latLng(latitude, longitude)
      if (marker.getLatLng().equals(position)) return
      marker.setLatLng(position)
      map.setView(position, Math.max(map.getZoom(), zoom), { animate: false })
    },
    remove() {
      resized.disconnect()
      map.remove()
    },
  }
}

function watchTiles(tiles: L.TileLayer, onTiles: Options['onTiles']) {
  let failed: string | undefined
  let hasOne = false
  tiles.on('tileload', () => (hasOne = true))
  tiles.on('tileerror', ({ tile }) => (failed ??= (tile as HTMLImageElement).src))
  tiles.once('load', () => onTiles(hasOne ? undefined : failed))
}
