import { openDatabase, makeBusiness, clean } from './world.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { CompiledQuery } from 'kysely'
clean()
const { db, close } = await openDatabase()
await makeBusiness(db)
const run = (t: string) => db.executeQuery<any>(CompiledQuery.raw(t))
await run('alter table appointments drop constraint appointments_no_overlap')
await run(`with b as (insert into businesses (id, business_name, business_type, email, phone, slug) select id, 'N', 'Otro', 'b'||id, '+57', 'b-'||id from generate_series(2,20001) id returning id), s as (insert into slugs (slug,business_id) select 'b-'||id, id from b), v as (insert into services (business_id,id,service_name,duration_minutes) select id,1,'C',15 from b) insert into professionals (business_id,id,professional_name) select id,1,'P' from b`)
await run(`insert into credit_accounts select id, '2026-11-01', 30, 10000 from businesses`)
// 1.2 million in the past, 300,000 in the next 48 hours
const ins = (n: number, at: string) => run(`insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name, professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at, price, booked_by, created_at) select n % 20000 + 2, 'C', '+57', 'c@x.co', 1, 'C', 1, 'P', at::date, at::time, 15, at, at + interval '15 min', 1, 'client', now() - interval '9 days' from generate_series(0, ${n-1}) n cross join lateral (select ${at} as at) m`)
await ins(1_200_000, `now() - interval '1 day' - n * interval '1 min'`)
await ins(300_000, `now() + (n * 48.0*3600/300000) * interval '1 s'`)
await run('vacuum analyze')
let t = performance.now(), total = 0, n
const now = Date.now()
while ((n = await queueDue(db, now))) total += n
console.log('first sweep, rows', total, 's', (performance.now() - t) / 1000)
await run("update messages set state = 'sent'")
await run('vacuum analyze')
for (let i = 0; i < 3; i++) { t = performance.now(); console.log('sweep', await queueDue(db, now), performance.now() - t) }
for (let i = 0; i < 8; i++) { t = performance.now(); const at = now + 5000 * (i + 1); console.log('narrow', await queueDue(db, at, 2000, at - 65000), performance.now() - t) }
await close(); clean()
