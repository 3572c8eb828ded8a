-- Name, phone and document of a client come from what the business wrote, or from who came, and no longer from the
-- newest booking (server/appointments/clients.ts). The job's first runs make the rows of those who booked more than
-- once again.
insert into figures_stale select business_id, last_date, client from figures_by_client where appointments > 1;
