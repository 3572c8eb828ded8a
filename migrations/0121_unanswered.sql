-- How often the mail server took the message to its last byte and gave no answer: each time it may have arrived, so it
-- is repeated a few times only (docs/messages.md).
alter table messages add column unanswered smallint not null default 0;
