-- What a business paid for, by whatever channel. It also serves a process of the version before, which looks for mails alone. Writers
-- wait while it is made, some 0.2 s with 100,000 messages.
create index messages_paid on messages (business_id, id) where kind in ('reminder_advance', 'reminder_two_hours',
  'reminder_whatsapp_advance', 'reminder_whatsapp_two_hours', 'reminder_birthday', 'reminder_whatsapp_birthday');
drop index messages_reminders;
