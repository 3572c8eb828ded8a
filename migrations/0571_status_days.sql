-- What the page of the installation's state tells of 90 days: of each part, in how many minutes of a day it was looked at, and
-- in how many of those it did not work. Days are those of America/Bogota.
create table status_days (
  part text not null check (part in ('bookings', 'email', 'whatsapp', 'reminders')),
  day date not null,
  minutes smallint not null check (minutes between 0 and 1500),
  down smallint not null check (down between 0 and minutes),
  primary key (part, day)
);
