import sharp from 'sharp'
const [out, h, ...f] = process.argv.slice(2)
const H = +h
const im = await Promise.all(
  f.map(async (x) => {
    let b = await sharp(x).toBuffer()
    const m = await sharp(b).metadata()
    if (m.height > H) b = await sharp(b).extract({ left: 0, top: 0, width: m.width, height: H }).toBuffer()
    return { b, w: m.width, h: Math.min(m.height, H) }
  }),
)
let x = 0
const c = im.map((i) => {
  const r = { input: i.b, left: x, top: 0 }
  x += i.w + 8
  return r
})
await sharp({
  create: { width: x, height: Math.max(...im.map((i) => i.h)), channels: 3, background: '#888' },
})
  .composite(c)
  .png()
  .toFile(out)
