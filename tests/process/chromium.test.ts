/** The browser that comes with the packages, for machines without one. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, fontsOf, unpackedChromium } from '../../scripts/chromium.ts'

const cache = mkdtempSync(join(tmpdir(), 'enpunto-chromium-'))
after(() => rmSync(cache, { recursive: true, force: true }))

test('is unpacked whole, whatever an interrupted run or another version left', async () => {
  for (const left of ['chromium', 'chromium-1.0.0', 'chromium-1.0.0.new-99999999']) {
    mkdirSync(join(cache, left))
    writeFileSync(join(cache, left, 'chromium'), 'half of it', { mode: 0o755 })
  }
  const path = await unpackedChromium(cache)
  assert.deepEqual(readdirSync(cache), [basename(dirname(path))])
  const { stdout } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' })
  assert.match(stdout, /Chromium \d+/)
  assert.equal(await unpackedChromium(cache), path)
})

test('shows any letter where the machine has no fonts, with those that come along', async () => {
  const executablePath = await unpackedChromium(cache)
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_FLAGS,
    env: { ...process.env, FONTCONFIG_FILE: fontsOf(dirname(executablePath)) },
  })
  after(() => browser.close())
  const page = await browser.newPage()
  for (const text of ['Reserva tu cita', '→ ★ 예약 🙂']) {
    await page.setContent(`<style>@font-face { font-family: Own; src: local('Arial') }</style>
      <p style="font: 20px Own, system-ui">${text}</p><p style="font: 700 20px sans-serif">${text}</p>`)
    assert.equal(await page.locator('p').first().innerText(), text)
  }
  const width = async (text: string) => {
    await page.setContent(`<span>${text}</span>`)
    return (await page.locator('span').boundingBox())!.width
  }
  // Letters of a font, not the boxes that stand in where there is none.
  assert.ok((await width('mmmm')) > (await width('iiii')))
})
