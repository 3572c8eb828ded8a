import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from 'playwright-core'
import type { Product } from './product.ts'
import { FOLDER, savePicture } from './save.ts'

const SIZE = { width: 360, height: 720 }
const SCALE = 2
const FRAMES_PER_SECOND = 25

/** @throws Error that says what to install. */
export function requireEncoder() {
  if (spawnSync('ffmpeg', ['-version']).status !== 0)
    throw new Error('The video needs ffmpeg: install it (apt-get install ffmpeg, brew install ffmpeg).')
}

/** A booking on a phone, at a reader's pace, and then the owner's day with it. */
export async function makeVideo(product: Product) {
  const folder = mkdtempSync(join(tmpdir(), 'enpunto-video-'))
  const context = await product.visitor({
    viewport: SIZE,
    deviceScaleFactor: SCALE,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'no-preference',
  })
  try {
    const owner = await context.newPage()
    await product.login(owner)
    await owner.goto(`${product.url}/dashboard/appointments?fecha=2026-11-24`)
    const client = await context.newPage()
    await client.goto(`${product.url}/negocio/salon-bugambilia`)
    await client.waitForFunction('"enpuntoIsAwake" in window')

    const film = new Film(folder)
    await film.of(client, (scene) => book(client, scene))
    await owner.reload()
    const booked = owner.getByText('Camila Rojas').first()
    await booked.waitFor()
    await film.of(owner, async (scene) => {
      scene.say('Y tú ya la tienes en tu agenda.')
      await scene.rest(900)
      // After the calendar has scrolled to its own position.
      await booked.evaluate("(node) => node.scrollIntoView({ block: 'center', behavior: 'smooth' })")
      await scene.rest(2900)
    })
    await savePicture('video', readFileSync(film.frames[0]!.file))
    encode(film, folder)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function book(page: Page, scene: Scene) {
  const label = (text: string | RegExp) => page.locator('label', { hasText: text }).first()
  scene.say('Tu cliente abre tu enlace: nada que instalar.')
  await scene.rest(2200)
  scene.say('Elige el servicio, con su precio y duración.')
  await scene.tap(label('Corte y cepillado'))
  await scene.rest(1300)
  scene.say('Escoge con quién...')
  await scene.tap(label('Valentina Ospina'))
  await scene.rest(1300)
  scene.say('...y cuándo. Solo ve las horas libres.')
  await scene.tap(page.locator('label', { has: page.locator('[value="2026-11-24"]') }).first())
  await scene.rest(1500)
  await scene.tap(label('3:30 pm'))
  await scene.rest(1300)
  await scene.tap(page.getByRole('button', { name: 'Continuar →' }))
  scene.say('Deja sus datos, sin crear una cuenta.')
  await page.getByRole('heading', { name: 'Datos del cliente' }).waitFor()
  await scene.rest(900)
  await scene.type(page.getByLabel('Teléfono', { exact: true }), '3004128819')
  await scene.type(page.getByLabel('Nombre completo'), 'Camila Rojas')
  await scene.type(page.getByLabel('Correo electrónico'), 'camila@correo.example')
  await scene.rest(500)
  await scene.tap(page.getByRole('button', { name: 'Continuar', exact: true }))
  await page.getByRole('heading', { name: 'Confirmar tu cita' }).waitFor()
  scene.say('Revisa y confirma.')
  await scene.rest(1800)
  await scene.tap(page.getByRole('button', { name: 'Confirmar Cita' }))
  await page.getByRole('heading', { name: '¡Cita Confirmada!' }).waitFor()
  scene.say('¡Lista! Le llega el correo, y antes de la cita el recordatorio.')
  await scene.rest(3600)
}

/** The film's frames and captions, with their times in seconds from the beginning. */
class Film {
  frames: { file: string; at: number }[] = []
  lines: { text: string; at: number }[] = []
  seconds = 0
  folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Records a page while `act` runs. */
  async of(page: Page, act: (scene: Scene) => Promise<void>) {
    await page.bringToFront()
    await page.waitForTimeout(800)
    const devtools = await page.context().newCDPSession(page)
    const begun = performance.now()
    const now = () => this.seconds + (performance.now() - begun) / 1000
    devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
      const file = join(this.folder, `${String(this.frames.length).padStart(5, '0')}.png`)
      this.frames.push({ file, at: now() })
      writeFileSync(file, Buffer.from(data, 'base64'))
      void devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    })
    const size = { maxWidth: SIZE.width * SCALE, maxHeight: SIZE.height * SCALE }
    await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, ...size })
    await act(new Scene(page, devtools, (text) => this.lines.push({ text, at: now() })))
    await devtools.send('Page.stopScreencast')
    this.seconds = now()
    await devtools.detach()
  }
}

/** One page of the film: visible touches, typing at human speed, pauses for reading. */
class Scene {
  page: Page
  devtools: CDPSession
  say: (text: string) => void

  constructor(page: Page, devtools: CDPSession, say: (text: string) => void) {
    this.page = page
    this.devtools = devtools
    this.say = say
  }

  rest = (ms: number) => this.page.waitForTimeout(ms)

  async tap(target: Locator) {
    await target.evaluate("(node) => node.scrollIntoView({ block: 'center', behavior: 'smooth' })")
    await this.rest(700)
    const box = (await target.boundingBox())!
    await this.page.evaluate(DOT, [box.x + box.width / 2, box.y + box.height / 2])
    await this.rest(420)
    await target.click()
  }

  async type(target: Locator, text: string) {
    await this.tap(target)
    await target.pressSequentially(text, { delay: 55 })
    await this.rest(250)
  }
}

/** A finger's mark that grows and fades. */
const DOT = `([x, y]) => {
  const dot = document.body.appendChild(document.createElement('i'))
  dot.style.cssText = 'position:fixed;z-index:999;width:44px;height:44px;margin:-22px;border-radius:50%;pointer-events:none;' +
    'background:rgb(254 174 57/.55);border:2px solid rgb(143 93 4/.7);left:' + x + 'px;top:' + y + 'px'
  dot.animate([{ transform: 'scale(1.5)', opacity: 0 }, { transform: 'scale(.85)', opacity: 1, offset: .4 },
    { transform: 'scale(.85)', opacity: 1, offset: .6 }, { transform: 'scale(1.4)', opacity: 0 }], 900).onfinish = () => dot.remove()
}`

/**
 * Encodes the film twice, for browsers with and without H.264, and writes its captions and the data that the
 * page needs.
 */
function encode({ frames, lines, seconds, folder }: Film, temporary: string) {
  const list = join(temporary, 'frames.txt')
  const shown = frames.map(({ file, at }, i) => {
    const until = frames[i + 1]?.at ?? seconds
    return `file '${file}'\nduration ${Math.max(0.001, until - at).toFixed(4)}`
  })
  writeFileSync(list, [...shown, `file '${frames.at(-1)!.file}'`].join('\n'))
  const [width, height] = [SIZE.width * SCALE, SIZE.height * SCALE]
  const filter = `fps=${FRAMES_PER_SECOND},scale=${width}:${height}:flags=lanczos,format=yuv420p`
  const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-vf', filter, '-an']
  const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-crf', '27']
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-row-mt', '1', '-cpu-used', '4', '-g', '250']
  run([...input, ...h264, '-profile:v', 'high', '-movflags', '+faststart', join(FOLDER, 'video.mp4')])
  run([...input, ...vp9, join(FOLDER, 'video.webm')])

  const cues = lines.map(({ text, at }, i) => {
    const until = Math.min(seconds, lines[i + 1]?.at ?? seconds)
    return `${stamp(at)} --> ${stamp(until)}\n${text}\n`
  })
  writeFileSync(join(FOLDER, 'video.vtt'), ['WEBVTT\n', ...cues].join('\n'))
  const facts = { width, height, seconds: Math.round(seconds) }
  writeFileSync(join(FOLDER, 'video.json'), JSON.stringify(facts, null, 1).replace(/\n */g, ' ') + '\n')
  for (const name of ['video.mp4', 'video.webm'])
    console.log(
      `${name}: ${Math.round(statSync(join(FOLDER, name)).size / 1000)} kB, ${seconds.toFixed(1)} s`,
    )

  function run(args: string[]) {
    const done = spawnSync('ffmpeg', args, { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`ffmpeg ended with ${done.status} in ${folder}:\n${done.stderr}`)
  }
}

/** 3.25 → '00:00:03.250' */
const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
