import { openDatabase, makeBusiness, fillBook, folder } from './world.ts'
import { insertAppointment } from '../server/appointments/queries.ts'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { CompiledQuery } from 'kysely'
const { db, close } = await openDatabase(8); await makeBusiness(db)
await fillBook(db, 0)
for (const t of (process.env.ALTER ?? '').split(';').filter(Boolean)) await db.executeQuery(CompiledQuery.raw(t))
const postmaster = Number(readFileSync(folder + '/pg/postmaster.pid', 'utf8').split('\n')[0])
const cpu = () => { let s = 0; for (const p of readdirSync('/proc')) { if (!/^\d+$/.test(p)) continue; try { const f = readFileSync(`/proc/${p}/stat`, 'utf8'); const r = f.slice(f.lastIndexOf(')') + 2).split(' '); if (Number(r[1]) === postmaster || Number(p) === postmaster) s += Number(r[11]) + Number(r[12]) } catch {} } return s * 10 }
let k = 0
const ins = () => { const j = k++; return insertAppointment(db, { business_id: 1, client_name: 'Camila Rojas', client_phone: '+573001234567', client_email: 'camila@correo.example', client_id: null, service_id: 1, service_name: 'Corte', professional_id: 1 + j % 100, professional_name: 'Profesional', appointment_date: '2026-12-02', appointment_time: '10:00', duration_minutes: 15, starts_at: new Date((29935740 + 15 * Math.floor(j / 100))*60000).toISOString(), ends_at: new Date((29935755 + 15 * Math.floor(j / 100))*60000).toISOString(), price: 10, notes: null, consent_version: null, consented_at: null, booked_by: 'client', created_at: new Date().toISOString(), idempotency_key: 'client 0f8fad5b-d9cb-469f-a165-70867728' + j } as any) }
const bare = () => db.executeQuery(CompiledQuery.raw('insert into bench_rows (note) values ($1) returning id', ['x'.repeat(300)]))
for (const [name, f] of [['bare', bare], ['ins', ins], ['bare', bare], ['ins', ins]] as const) {
  for (let i = 0; i < 300; i++) await f()
  const n = 6000; const c0 = cpu(), u0 = process.cpuUsage(); let i = 0; const t = performance.now()
  await Promise.all(Array.from({ length: 8 }, async () => { while (i++ < n) await f() }))
  const u = process.cpuUsage(u0); console.log(name, 'pg cpu us', Math.round((cpu() - c0) * 1000 / n), 'node cpu us', Math.round((u.user + u.system) / n), 'wall', Math.round((performance.now() - t) * 1000 / n))
}
await close()
