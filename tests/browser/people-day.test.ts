import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import {
  book,
  booked,
  button,
  card,
  dialog,
  filters,
  found,
  newClient,
  owner,
  REFUSED,
  shiftTo,
  site,
  sizes,
  state,
  toast,
  visit,
} from './agenda.ts'
import { freeDays, freeTime } from './booking.ts'
import { desktop, hold, phone } from './helper.ts'

const column = (page: Page, name: string) => page.locator(`.pcol[aria-label^="${name}"]`)
const chips = (page: Page) =>
  page.getByRole('group', { name: 'Mostrar u ocultar profesionales', exact: true })
const first = (name: string) => name.split(' ')[0]!

for (const [name, open] of sizes)
  test(`the day by professional ${name}: kept in the address, hidden columns on the device`, async () => {
    const one = await booked()
    const page = await visit(open, `?fecha=${one.date}&rango=dia`)
    // On the phone faces stand above the columns, and what chooses these stands with the filters.
    if (open === phone) await filters(page).click()
    await button(page, 'Por persona').click()
    assert.match(page.url(), /por=persona/)
    await column(page, one.professional_name).locator('.ev', { hasText: one.name }).waitFor()
    assert.equal(await page.locator('.pcol').count(), 4)
    await state(page)

    await chips(page)
      .getByRole('button', { name: first(one.professional_name) })
      .click()
    await column(page, one.professional_name).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.pcol').first().waitFor()
    assert.equal(await column(page, one.professional_name).count(), 0, 'remembered on this device')
    if (open === phone) await filters(page).click()
    await chips(page)
      .getByRole('button', { name: /^Todos/ })
      .click()
    await card(page, one.name).click()
    await dialog(page, 'Detalle de la cita').waitFor()
  })

/** An appointment at a time when somebody else who does it is free too: who is depends on the weekday. */
async function bookedBeside(service_name: string) {
  const { services, professionals } = await catalogue()
  const service = services.find((each: any) => each.service_name === service_name).id
  const does = ({ specialties }: any) => JSON.parse(specialties).includes(service)
  for (let tries = 0; tries < 12; tries++) {
    const one = await booked(service_name)
    const { appointment_time } = await found(one.name)
    for (const { id, professional_name } of professionals.filter(does)) {
      if (professional_name === one.professional_name) continue
      const days = await freeDays(site, { professional: id, service })
      if (days.some(({ date, times }) => date === one.date && times.includes(appointment_time)))
        return { one, another: professional_name as string, professional: id as number }
    }
  }
  throw new Error('nobody else is free on any of the days')
}

test('a card dragged to another column changes its professional, with undo; times stay in sight', async () => {
  const { one, another } = await bookedBeside('Corte y cepillado')
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  const own = card(page, one.name)
  await own.scrollIntoViewIfNeeded()
  const others = await page
    .locator('.pcol')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!))
  const from = others.findIndex((label) => label.startsWith(one.professional_name))
  const before = await found(one.name)
  const to = others.findIndex((label) => label.startsWith(another))
  const [box, target] = [(await own.boundingBox())!, (await page.locator('.pcol').nth(to).boundingBox())!]
  await page.mouse.move(box.x + 20, box.y + 6)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 8, { steps: 3 })
  await page.mouse.move(target.x + target.width / 2, box.y + 6, { steps: 5 })
  await page.locator('.cal-ghost:not([hidden])').waitFor()
  await page.mouse.up()
  await toast(page, 'Cita movida a').waitFor()
  await until(async () => (await found(one.name)).professional_id !== before.professional_id)
  await page.locator('.pcol').nth(to).locator('.ev', { hasText: one.name }).waitFor()
  await button(page, 'Deshacer').click()
  await until(async () => (await found(one.name)).professional_id === before.professional_id)
  await page.locator('.pcol').nth(from).locator('.ev', { hasText: one.name }).waitFor()

  // By keyboard: M, then the arrows lead from column to column.
  await own.focus()
  await page.keyboard.press('m')
  const bar = page.locator('.move-bar')
  await bar.getByText(first(one.professional_name)).waitFor()
  await page.keyboard.press(to > from ? 'ArrowRight' : 'ArrowLeft')
  await until(async () => !(await bar.innerText()).includes(`con ${first(one.professional_name)}`))
  await page.keyboard.press('Escape')
})

for (const [name, open] of sizes)
  test(`what is moved from its details is marked in its column, and goes to the next one ${name}`, async () => {
    const one = await booked()
    const page = await visit(open, `?fecha=${one.date}&rango=dia&por=persona`)
    await card(page, one.name).click()
    await button(dialog(page, 'Detalle de la cita'), 'Mover').click()
    const bar = page.getByRole('group', { name: /^Mover la cita/ })
    const ghost = page.locator('.cal-ghost')
    const isOver = async (whose: string) => {
      const [above, below] = [(await ghost.boundingBox())!, (await column(page, whose).boundingBox())!]
      return Math.abs(above.x - below.x) < 8
    }
    await ghost.waitFor()
    assert.ok(await isOver(one.professional_name))
    assert.match(await bar.innerText(), new RegExp(`con ${first(one.professional_name)}`))
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it is')

    const labels = await page
      .locator('.pcol')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!))
    const at = labels.findIndex((label) => label.startsWith(one.professional_name))
    const next = labels[at + 1] ? 1 : -1
    await button(bar, next === 1 ? 'Profesional siguiente' : 'Profesional anterior').click()
    await until(() => isOver(first(labels[at + next]!)))

    if (open === desktop) {
      await button(page, 'Semana').click()
      await ghost.waitFor()
      await button(bar, 'Día siguiente').waitFor()
    }
    await button(bar, 'Cancelar').click()
  })

test('a card that is dropped outside of the calendar stays where it was', async () => {
  const one = await booked()
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  const own = card(page, one.name)
  await own.scrollIntoViewIfNeeded()
  const box = (await own.boundingBox())!
  const ghost = page.locator('.cal-ghost')
  await page.mouse.move(box.x + 20, box.y + 6)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 40, { steps: 3 })
  await ghost.waitFor()
  await page.mouse.move(500, 20, { steps: 3 })
  await ghost.waitFor({ state: 'hidden' })
  await page.mouse.up()
  assert.equal((await found(one.name)).appointment_time, one.time)
  assert.deepEqual(sent, [])
})

test('a card that is sent to an occupied time by keys comes back, and the focus with it', async () => {
  const { one, another, professional } = await bookedBeside('Corte y cepillado')
  await book({ ...one, professional }, newClient())
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`, REFUSED)
  const [own, bar] = [card(page, one.name), page.locator('.move-bar')]
  await own.focus()
  await page.keyboard.press('m')
  const columns = await page
    .locator('.pcol')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!))
  const at = (name: string) => columns.findIndex((label) => label.startsWith(name))
  const steps = at(another) - at(one.professional_name)
  for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft')
  await bar.getByText('(ocupado)').waitFor()
  // What has no room in the ghost is out of sight, not cut.
  const cut = await page.locator('.cal-ghost').evaluate((ghost) => {
    const { right } = ghost.getBoundingClientRect()
    return [...ghost.children].filter((line) => {
      const box = line.getBoundingClientRect()
      return box.left < right && box.right > right
    }).length
  })
  assert.equal(cut, 0)
  await page.keyboard.press('Enter')
  await toast(page, 'Ese horario está ocupado. Elige otro, por favor.').waitFor()
  await until(() => own.evaluate((element) => element === document.activeElement))
  assert.equal((await found(one.name)).professional_name, one.professional_name)
})

test('what a professional no longer does keeps its place with her: it is moved in time, and edited', async () => {
  const one = await booked('Lifting de pestañas')
  const { specialties } = (await catalogue()).professionals.find(({ id }: any) => id === one.professional)
  const others = JSON.parse(specialties).filter((id: number) => id !== one.service)
  const now = (ids: number[]) =>
    owner(`/api/professionals/${one.professional}`, { specialties: JSON.stringify(ids) }, 'PATCH')
  await now(others)
  try {
    const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
    await card(page, one.name).focus()
    await page.keyboard.press('m')
    const bar = page.locator('.move-bar')
    await shiftTo(page, one.times.at(-1)!)
    assert.equal(await bar.locator('em').count(), 0, 'the bar has no objection')
    await page.keyboard.press('Enter')
    await toast(page, 'Cita movida a').waitFor()
    assert.equal((await found(one.name)).appointment_time, one.times.at(-1))

    await card(page, one.name).click()
    await button(dialog(page, 'Detalle de la cita'), 'Editar').click()
    const edit = dialog(page, 'Editar cita')
    const service = edit.getByLabel('Servicio')
    await edit.locator('label:has(input[name="appointment_time"])').first().waitFor()
    assert.equal(await service.inputValue(), String(one.service))
    assert.equal(await service.locator(':checked').innerText(), one.service_name)
  } finally {
    await now([...others, one.service])
  }
})

test('two who share a first name are told apart at the head of their columns', async () => {
  const { professionals } = await catalogue()
  const [, { id, professional_name }] = professionals
  const rename = (name: string) => owner(`/api/professionals/${id}`, { professional_name: name }, 'PATCH')
  await rename(`${first(professionals[0].professional_name)} Arboleda`)
  try {
    for (const width of [768, 1280]) {
      const page = await visit(desktop, '?rango=dia&por=persona')
      await page.setViewportSize({ width, height: 800 })
      const names = page.locator('.phead b', { hasText: first(professionals[0].professional_name) })
      await until(async () => (await names.count()) === 2)
      for (const name of await names.all()) {
        const cut = await name.evaluate((it) => {
          const words = document.createRange()
          words.selectNodeContents(it)
          const [shown, head] = [words.getBoundingClientRect(), it.closest('.phead')!.getBoundingClientRect()]
          return (
            it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth || shown.bottom > head.bottom
          )
        })
        assert.equal(cut, false, `${await name.textContent()} at ${width}`)
      }
    }
  } finally {
    await rename(professional_name)
  }
})

/** Somebody who joins the team. */
async function joins(professional_name: string): Promise<number> {
  const { professional } = await owner('/api/professionals', { professional_name })
  return professional.id
}
const leaves = (id: number) => owner(`/api/professionals/${id}`, undefined, 'DELETE')

test('whoever left the team, or has just joined it, has a column where they have appointments', async () => {
  const [free, client] = [await freeTime(site, 'Corte de barba'), newClient()]
  const gone = await joins('Luis Prado')
  await book({ ...free, professional: gone }, client)
  await leaves(gone)
  const page = await visit(desktop, `?fecha=${free.date}&rango=dia&por=persona`)
  await column(page, 'Luis Prado').locator('.ev', { hasText: client.name }).waitFor()
  await chips(page).getByRole('button', { name: 'Luis', exact: true }).waitFor()

  const [here, another] = [await joins('Sara Nieto'), newClient()]
  try {
    await book({ ...free, professional: here }, another)
    await column(page, 'Sara Nieto').locator('.ev', { hasText: another.name }).waitFor()
  } finally {
    await leaves(here)
  }
})

test('whoever left or is inactive takes no appointment at another time, and the card being moved says so', async () => {
  const [free, client] = [await freeTime(site, 'Corte de barba'), newClient()]
  const gone = await joins('Mario Rey')
  await book({ ...free, professional: gone }, client)
  for (const goes of [
    () => owner(`/api/professionals/${gone}`, { is_active: false }, 'PATCH'),
    () => leaves(gone),
  ]) {
    await goes()
    const page = await visit(desktop, `?fecha=${free.date}&rango=dia&por=persona`)
    await card(page, client.name).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowDown')
    await page.locator('.move-bar').getByText('(no atiende)').waitFor()
  }
})

test('the week of a large team shows whose appointments are left of somebody who is gone', async () => {
  const [free, client] = [await freeTime(site, 'Corte de barba'), newClient()]
  const gone = await joins('Bruno Paz')
  await book({ ...free, professional: gone }, client)
  await leaves(gone)
  const others: number[] = []
  for (const name of ['Berta Rojas', 'Camila Ortiz', 'Elena Duque']) others.push(await joins(name))
  try {
    const page = await visit(desktop, `?fecha=${free.date}&rango=semana`)
    const bruno = chips(page).getByRole('button', { name: 'Bruno', exact: true })
    await bruno.waitFor()
    assert.equal(await card(page, client.name).count(), 0, 'of so many a week shows a few')
    assert.equal(await bruno.getAttribute('aria-pressed'), 'false')
    await filters(page).click()
    await page.getByLabel('Buscar cliente o servicio').fill(client.name)
    await page.getByText('Las citas con estos filtros están en la agenda de Bruno.').waitFor()
    await state(page)
    await button(page, 'Mostrarlas').click()
    assert.equal(await bruno.getAttribute('aria-pressed'), 'true')
    await card(page, client.name).locator('.whose', { hasText: 'BP' }).waitFor()
  } finally {
    for (const id of others) await leaves(id)
  }
})

test('a professional who was filtered is no filter where chips choose the people', async () => {
  const one = await booked()
  const { professionals } = await catalogue()
  const another = professionals.find(({ id }: any) => id !== one.professional)
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia`)
  await filters(page).click()
  await page.getByLabel('Profesional', { exact: true }).selectOption(another.professional_name)
  await card(page, one.name).waitFor({ state: 'detached' })
  await button(page, 'Por persona').click()
  await column(page, one.professional_name).locator('.ev', { hasText: one.name }).waitFor()
  assert.equal(await page.locator('.pcol').count(), 4)
  assert.equal(await page.getByText('hay filtros puestos').count(), 0)
})

test('empty time is blocked by drawing over it, for whose column it is', async () => {
  const one = await booked()
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  const own = column(page, one.professional_name)
  const cell = own.locator('.pcell').nth(1)
  await cell.scrollIntoViewIfNeeded()
  const box = (await cell.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 30, { steps: 3 })
  await page.mouse.move(box.x + 30, box.y + 4 + box.height * 2, { steps: 3 })
  await page.mouse.up()
  const form = dialog(page, 'Bloquear tiempo')
  await form.waitFor()
  assert.equal(
    await form
      .locator('.whos label:has(:checked)')
      .innerText()
      .then((text) => text.includes(one.professional_name)),
    true,
  )
  assert.equal(await form.getByLabel('Día', { exact: true }).inputValue(), one.date)
  await form.getByRole('button', { name: /^Bloquear \d+:\d\d/ }).click()
  await own.locator('.blk').waitFor()
  assert.equal(await page.locator('.pcol .blk').count(), 1, 'in no other column')
})

async function catalogue() {
  const read = async (path: string) => (await (await fetch(site.url + path)).json()) as any
  const { business } = await read('/api/businesses/public/slug/salon-bugambilia')
  return {
    services: (await read(`/api/businesses/${business.id}/services`)).services,
    professionals: (await read(`/api/businesses/${business.id}/professionals`)).professionals,
  }
}

test('on a phone a face leads to its column, one column rests in sight, and the bar says the day', async () => {
  const one = await booked()
  const page = await visit(phone, `?fecha=${one.date}&rango=dia&por=persona`)
  await page.locator('.pcol').first().waitFor()
  const faces = page.getByRole('group', { name: 'Ver la agenda de', exact: true })
  const seen = async () => (await faces.locator('[aria-pressed=true]').allInnerTexts()).join()
  const names = await faces.getByRole('button').allInnerTexts()
  await until(async () => (await seen()) === names[0])
  await faces.getByRole('button').last().click()
  await until(async () => (await seen()) === names.at(-1))
  // A finger that lets go between two columns is led to one of them.
  const box = page.locator('.people-wrap')
  const width = (await page.locator('.pcol').first().boundingBox())!.width
  await box.evaluate((it, left) => it.scrollTo(left, it.scrollTop), width * 1.2)
  await until(async () => Math.abs((await box.evaluate((it) => it.scrollLeft)) - width) < 2)
  await until(async () => (await seen()) === names[1])
  // Its edge says that somebody comes after.
  const next = (await page.locator('.pcol').nth(2).boundingBox())!
  assert.ok(next.x > 300 && next.x < 345, `${next.x} px`)
  // The bar has the day, and nothing twice: no logo, one way to a new appointment.
  assert.equal(await page.locator('.tb-logo').isVisible(), false)
  assert.equal(await page.getByRole('button', { name: 'Nueva cita' }).count(), 0)
  const day = page.getByRole('button', { name: /^Elegir fecha/ })
  await day.click()
  await dialog(page, 'Elegir fecha').waitFor()
  await state(page)
  await button(dialog(page, 'Elegir fecha'), 'Hoy').click()
  await day.filter({ hasText: 'Hoy, ' }).waitFor()
  assert.doesNotMatch(page.url(), /fecha=/)
})

test('on a phone the filter of states says whole what it filters', async () => {
  const page = await visit(phone, '?rango=semana')
  await filters(page).click()
  const room = await page.getByLabel('Estado', { exact: true }).evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select)
    const words = document.createElement('span')
    words.style.cssText = `position: absolute; white-space: nowrap; font: ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    words.textContent = select.selectedOptions[0]!.text
    document.body.append(words)
    const { width } = words.getBoundingClientRect()
    words.remove()
    return select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - width
  })
  assert.ok(room >= 0, `${-room} px are missing`)
})

test('the one line of a short appointment stands in the middle of its card', async () => {
  const one = await booked()
  const { id, version } = await found(one.name)
  const { success } = await owner(`/api/appointments/${id}/duration`, { duration_minutes: 15, version })
  assert.ok(success)
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  const short = page.locator('.pev.line', { hasText: one.name })
  await short.scrollIntoViewIfNeeded()
  const [box, text] = [(await short.boundingBox())!, (await short.locator('b').boundingBox())!]
  const off = text.y + text.height / 2 - (box.y + box.height / 2)
  assert.ok(Math.abs(off) <= 1, `${off} px off the middle of ${box.height} px`)
})

test('on a phone the faces have their place before they come, as high as the last time', async () => {
  const page = await visit(phone, '?rango=dia&por=persona')
  const faces = page.getByRole('group', { name: 'Ver la agenda de' })
  const { height } = (await faces.boundingBox())!
  const release = await hold(page, '**/api/professionals')
  await page.reload()
  const place = page.locator('.pfaces[aria-hidden=true]')
  await place.waitFor({ state: 'attached' })
  assert.equal((await place.boundingBox())!.height, height)
  release()
  await faces.waitFor()
  assert.equal((await faces.boundingBox())!.height, height)
})
