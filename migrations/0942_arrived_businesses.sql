-- Since when a business that was brought from another installation is here; null of all others. What fell due before was told there.
alter table businesses add column arrived_at timestamptz;
