import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { fontFace } from './font.ts'
import type { Product } from './product.ts'
import { FOLDER } from './save.ts'

/** The share picture of the landing page: the headline, a phone and the week behind it. */
export async function makeSharePicture(product: Pick<Product, 'visitor'>) {
  const context = await product.visitor({ viewport: { width: 1200, height: 630 }, deviceScaleFactor: 1 })
  const page = await context.newPage()
  await page.setContent(html())
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(300)
  const png = await page.screenshot()
  await sharp(png)
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(join(FOLDER, 'share.jpg'))
  await context.close()
}

const picture = (name: string) =>
  `data:image/webp;base64,${readFileSync(join(FOLDER, `${name}.webp`)).toString('base64')}`

const html = () => `<!doctype html><style>
${fontFace('Bricolage', 'bricolage-grotesque.woff2')}
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; overflow: hidden; position: relative; color: #fff; font-family: Bricolage;
  background: radial-gradient(60% 80% at 85% 10%, rgb(8 127 93 / .75), transparent 70%) #033727 }
.logo { position: absolute; left: 72px; top: 64px; display: flex; align-items: center; gap: 16px; font: 700 44px/1 Bricolage; letter-spacing: -.035em }
.logo svg { width: 60px; height: 60px }
h1 { position: absolute; left: 72px; top: 226px; font: 700 92px/.98 Bricolage; letter-spacing: -.045em }
h1 i { display: inline-block; width: .17em; height: .17em; margin-left: .05em; border-radius: 50%; background: #feae39 }
p { position: absolute; left: 72px; top: 452px; font: 500 34px/1.3 Bricolage; color: #d3eee0; letter-spacing: -.01em }
.week { position: absolute; left: 800px; top: 96px; width: 680px; border-radius: 20px; box-shadow: 0 40px 90px -20px rgb(0 0 0 / .55) }
.phone { position: absolute; left: 700px; top: 150px; width: 280px; border: 8px solid #101714; border-radius: 36px; box-shadow: 0 30px 60px -10px rgb(0 0 0 / .6) }
</style>
<img class="week" src="${picture('inicio-agenda-1280')}"><img class="phone" src="${picture('reservas-780')}">
<div class="logo"><svg viewBox="0 0 32 32"><rect width="32" height="32" rx="9.5" fill="#0d5b42"/><path d="M8.4 16.2h13a6.6 6.6 0 1 0-2.2 5" fill="none" stroke="#fff" stroke-width="3.1" stroke-linecap="round" stroke-linejoin="round"/><circle cx="24.3" cy="23.2" r="2.5" fill="#feae39"/></svg>enpunto</div>
<h1>Tu agenda<br>se llena sola<i></i></h1>
<p>Agenda de citas en línea.<br>Gratis para siempre.</p>`
