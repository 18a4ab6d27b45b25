//! `exec:PROGRAM ARGS`: a program in the sandbox, JSON on its stdin, JSON on its stdout.

use std::{path::PathBuf, sync::Arc};

use jurat_engine::{EffectClass, PaidCall, Patch, StageCtx, StageDef, StageError, StageFn};
use jurat_ingest::{
    FileLimits,
    sandbox::{ExecRequest, KillReason, ProgramExit, ProgramInvocation, readable, run_outside},
};
use serde_json::Value as Json;

use crate::{
    program_line::ProgramLine,
    reply::{self, ReplyErrorClass, error_reply},
    request::{StageRequest, priced},
    settings::OwnStageSettings,
    stage_host::StageHost,
};

/// What programs that start others look for them by.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

struct ExecStage {
    line: ProgramLine,
    settings: OwnStageSettings,
    host: Arc<dyn StageHost>,
}

pub(crate) fn stage(
    line: &str,
    def: &StageDef,
    host: Arc<dyn StageHost>,
) -> Result<StageFn, String> {
    let stage = ExecStage {
        line: ProgramLine::parse(line)?,
        settings: OwnStageSettings::of(def)?,
        host,
    };
    Ok(StageFn::Compute(Arc::new(move |ctx| stage.attempt(ctx))))
}

impl ExecStage {
    fn attempt(&self, ctx: &StageCtx) -> Result<Patch, StageError> {
        let request = StageRequest::of(ctx, &self.settings)?;
        self.host.tell(&format!(
            "stage {} runs {}",
            request.stage,
            self.line.program.display()
        ));
        if ctx.definition().effect != EffectClass::Paid {
            return reply::patch(&self.run(ctx, &request)?, ctx.budgets());
        }
        let call = request.paid("exec", &self.settings)?;
        let make = |_: &PaidCall| priced(self.run(ctx, &request)?, ctx.budgets());
        reply::patch(&unpriced(&*ctx.paid(&call, make)?), ctx.budgets())
    }

    fn run(&self, ctx: &StageCtx, request: &StageRequest) -> Result<Json, StageError> {
        let launcher = self.host.launcher().map_err(StageError::transient)?;
        let unwanted = || ctx.is_cancelled().then_some(KillReason::Wall);
        let bytes = request.text()?;
        let outside = ProgramInvocation {
            exec: self.exec(),
            bytes: bytes.as_bytes(),
            limits: self.limits(),
            probe: Some(&unwanted),
        };
        let (mut said, most) = (Vec::new(), self.settings.limits.reply_bytes());
        let exit = run_outside(&launcher, &outside, &mut |chunk| {
            said.extend_from_slice(chunk);
            if most < said.len() as u64 { Err(KillReason::TooMuch) } else { Ok(()) }
        });
        let exit = exit.map_err(|refusal| StageError::transient(refusal.to_string()))?;
        Ok(self.reply(&exit, &said))
    }

    fn reply(&self, exit: &ProgramExit, said: &[u8]) -> Json {
        let limits = &self.settings.limits;
        match exit.ended {
            None if exit.usage.isolation.is_none() => {
                let message = format!("it could not be started: {}", exit.words.trim());
                error_reply(ReplyErrorClass::Permanent, &message)
            }
            None => reply::of_program(exit.status.code(), said, &exit.words),
            Some(KillReason::TooMuch) => {
                let message = format!("its reply has more than {} MB", limits.reply_mb);
                error_reply(ReplyErrorClass::Permanent, &message)
            }
            Some(_) => {
                let message = format!("it took longer than {} s", limits.seconds);
                error_reply(ReplyErrorClass::Transient, &message)
            }
        }
    }

    fn exec(&self) -> ExecRequest {
        let ProgramLine { program, args } = &self.line;
        let executable: Vec<PathBuf> =
            readable().into_iter().chain(self.line.folders()).collect();
        ExecRequest {
            program: program.clone(),
            args: args.clone(),
            env: vec![("PATH".into(), PATH.into()), ("LANG".into(), "C.UTF-8".into())],
            executable,
            readable: self.settings.files.clone(),
            writable: vec!["/dev/null".into()],
            ports: Vec::new(),
            file_bytes: 0,
            helpers: true,
        }
    }

    fn limits(&self) -> FileLimits {
        let limits = &self.settings.limits;
        FileLimits {
            cpu_seconds: limits.seconds,
            wall_seconds: limits.seconds,
            memory: limits.memory_mb.saturating_mul(1 << 20),
            ..FileLimits::default()
        }
    }
}

/// The reply of a paid call, whose cost is counted with the call.
pub(crate) fn unpriced(reply: &Json) -> Json {
    let mut reply = reply.clone();
    if let Some(fields) = reply.as_object_mut() {
        fields.remove("spend");
    }
    reply
}
