//! What stage functions reach outside the run by: ports, each found by its trait.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::Arc,
};

/// The ports that a place offers. A system says in its own crate what it asks of one, so that a new system adds nothing here.
#[derive(Clone, Default)]
pub struct ServiceRegistry {
    ports: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl ServiceRegistry {
    /// The same with a port, such as `Arc<dyn Models>`.
    #[must_use]
    pub fn with<P: ?Sized + Send + Sync + 'static>(mut self, port: Arc<P>) -> Self {
        self.ports.insert(TypeId::of::<P>(), Arc::new(port));
        self
    }

    /// The port of a trait; where the place offers none, what stands for it.
    pub fn port<P: ?Sized + Send + Sync + 'static>(
        &self,
        otherwise: impl FnOnce() -> Arc<P>,
    ) -> Arc<P> {
        let found = self.ports.get(&TypeId::of::<P>());
        let found = found.and_then(|port| port.downcast_ref::<Arc<P>>());
        found.map_or_else(otherwise, Arc::clone)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::ServiceRegistry;

    trait Bell: Send + Sync {
        fn rings(&self) -> bool;
    }

    struct Brass;
    struct NoBell;

    impl Bell for Brass {
        fn rings(&self) -> bool {
            true
        }
    }

    impl Bell for NoBell {
        fn rings(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_port_is_found_by_its_trait_and_one_that_is_missing_has_a_stand_in() {
        let stand_in = || Arc::new(NoBell) as Arc<dyn Bell>;
        let none = ServiceRegistry::default();
        assert!(!none.port(stand_in).rings());
        let with = ServiceRegistry::default().with::<dyn Bell>(Arc::new(Brass));
        assert!(with.port(stand_in).rings());
    }
}
