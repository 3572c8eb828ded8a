/**
 * Makes the pictures and the video of the landing page from the running product: `npm run pictures`, or only
 * `npm run pictures -- stills` or `-- video`. What it writes below web/landing/pictures is part of the source.
 */
import { createServer, type AddressInfo } from 'node:net'
import { startProduct } from './product.ts'
import { savePicture } from './save.ts'
import { makeSharePicture } from './share.ts'
import { takeStills } from './stills.ts'
import { makeVideo, requireEncoder } from './video.ts'

const args = process.argv.slice(2)
const isWanted = (part: string) => args.length === 0 || args.includes(part)

if (isWanted('video')) requireEncoder()
const product = await startProduct(await freePort())
try {
  if (isWanted('stills')) {
    for (const { name, png } of await takeStills(product)) await savePicture(name, png)
    await makeSharePicture(product)
  }
  if (isWanted('video')) await makeVideo(product)
} finally {
  await product.stop()
}
// Handles left open by the product or the browser must not keep the process alive.
process.exit()

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
