import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { countryOf } from '#server/location/country.ts'
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'

/** Asks a server that is behind a proxy or not; the call needs no database. */
async function ask(
  remoteAddress: string,
  headers: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir(), ...env })
  const app = await createApp({ config, live: {}, verifier: {}, files: {} } as never)
  after(() => app.close())
  const response = await app.inject({ url: '/api/location/country', remoteAddress, headers })
  assert.equal(response.headers['cache-control'], 'private, max-age=3600')
  assert.equal(response.statusCode, 200)
  const { success, ...rest } = response.json()
  assert.equal(success, true)
  return rest
}

test('the country of an address, without parameters', async () => {
  assert.deepEqual(await ask('190.24.0.1'), { country_code: 'CO' })
  assert.deepEqual(await ask('::ffff:186.80.1.1'), { country_code: 'CO' })
  assert.deepEqual(await ask('8.8.8.8'), { country_code: 'US' })
  for (const unknown of ['127.0.0.1', '10.0.0.1', '192.168.1.7', '::1', '2800:484::1', '255.255.255.255'])
    assert.deepEqual(await ask(unknown), { country_code: null }, unknown)
})

test('a forwarded address counts only behind as many proxies as are configured', async () => {
  const forwarded = { 'x-forwarded-for': '190.24.0.1' }
  assert.deepEqual(await ask('8.8.8.8', forwarded), { country_code: 'US' })
  assert.deepEqual(await ask('10.0.0.1', forwarded, { TRUST_PROXY: '1' }), { country_code: 'CO' })
  const withPort = { 'x-forwarded-for': '190.24.0.1:51234' }
  assert.deepEqual(await ask('10.0.0.1', withPort, { TRUST_PROXY: '1' }), { country_code: 'CO' })
  const faked = { 'x-forwarded-for': '190.24.0.1, 8.8.8.8' }
  assert.deepEqual(await ask('10.0.0.1', faked, { TRUST_PROXY: '1' }), { country_code: 'US' })
})

test("the proxy's own word is taken where the operator names its header, and only then", async () => {
  const said = { 'cf-ipcountry': 'CO' }
  assert.deepEqual(await ask('8.8.8.8', said), { country_code: 'US' })
  const env = { COUNTRY_HEADER: 'CF-IPCountry' }
  assert.deepEqual(await ask('8.8.8.8', said, env), { country_code: 'CO' })
  assert.deepEqual(await ask('::1', { 'cf-ipcountry': 'es' }, env), { country_code: 'ES' })
  // Values that are no country (unknown, Tor, nonsense) are ignored: the address decides.
  for (const word of ['XX', 'T1', 'Colombia', ''])
    assert.deepEqual(await ask('190.24.0.1', { 'cf-ipcountry': word }, env), { country_code: 'CO' }, word)
})

test('an address that is none has no country', () => {
  for (const ip of ['', 'x', '1.2.3', '999.1.1.1', '1.2.3.4.5'])
    assert.equal(countryOf({ ip, headers: {} }, { countryHeader: undefined }), null, ip)
})

test('one address may ask sixty times a minute', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  const app = await createApp({ config, live: {}, verifier: {}, files: {} } as never)
  after(() => app.close())
  const statuses: number[] = []
  for (let i = 0; i < 61; i++)
    statuses.push((await app.inject({ url: '/api/location/country', remoteAddress: '8.8.4.4' })).statusCode)
  assert.deepEqual(statuses.slice(-2), [200, 429])
})

test('settings that cannot be are refused with a sentence', () => {
  const faults = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return []
    } catch (error) {
      return (error as { faults: string[] }).faults
    }
  }
  assert.match(faults({ SALES_WHATSAPP: '300 111' })[0]!, /SALES_WHATSAPP .* \+573001112233/)
  assert.match(faults({ COUNTRY_HEADER: 'a b' })[0]!, /COUNTRY_HEADER .* CF-IPCountry/)
  assert.equal(readConfig({ SALES_WHATSAPP: '+573001112233' }).salesPhone, '+573001112233')
  assert.equal(readConfig({ COUNTRY_HEADER: 'CF-IPCountry' }).countryHeader, 'cf-ipcountry')
})
